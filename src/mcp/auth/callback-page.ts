import type { LogInAnswer } from './read-answer.ts';

export interface CallbackPage {
  status: number;
  html: string;
}

/** What the user's browser shows after the login; null is an answer to some other login. */
export function callbackPage(answer: LogInAnswer | null): CallbackPage {
  if (answer === null) {
    return page(
      400,
      'This is not the login that simse waits for',
      'Go on in the newest login page, or start anew.',
    );
  }
  if ('failure' in answer) {
    return page(200, 'The login failed', `The server ${answer.failure.message}.`);
  }
  return page(200, 'You are logged in', 'You can close this page and go back to simse.');
}

/** Of all other addresses, and of every answer but the first. */
export function strayPage(): CallbackPage {
  return page(404, 'There is nothing here', 'You can close this page.');
}

function page(status: number, title: string, text: string): CallbackPage {
  const style =
    'font:1rem/1.5 system-ui;max-width:32rem;margin:20vh auto;padding:0 1rem;color-scheme:light dark';
  return {
    status,
    html: `<!doctype html><meta charset="utf-8"><title>simse</title><body style="${style}"><h1>${escape(title)}</h1><p>${escape(text)}</p>`,
  };
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
