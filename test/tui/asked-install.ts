import type { SessionEvent } from '../../src/core/state/events.ts';

/** claude asks whether it may run `npm install`. */
export const INSTALL_ASKED: Extract<SessionEvent, { type: 'question_asked' }> = {
  type: 'question_asked',
  question: {
    id: 'q',
    askedBy: 'claude',
    title: 'Run npm install',
    request: { kind: 'shell', command: 'npm install', cwd: '/home/me/shop' },
    options: [
      { id: 'yes', label: 'Allow once', kind: 'allow_once' },
      { id: 'no', label: 'Reject', kind: 'reject_once' },
    ],
  },
};
