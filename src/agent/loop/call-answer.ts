import type { ToolModelMessage } from 'ai';
import type { RequestedCall } from '../model/model.ts';
import type { Picture } from '../tools/picture.ts';
import type { ToolOutcome } from '../tools/tool-invocation.ts';
import { fitAnswer } from './fit-answer.ts';

/** What a model is told of a call. */
export interface CallAnswer {
  text: string;
  pictures: readonly Picture[];
}

type ResultPart = Extract<ToolModelMessage['content'][number], { type: 'tool-result' }>;

export function textAnswer(text: string): CallAnswer {
  return { text: fitAnswer(text), pictures: [] };
}

export function outcomeAnswer({ answer, pictures = [] }: ToolOutcome): CallAnswer {
  const { text, notes = [] } = answer;
  const said = fitAnswer(text);
  return { text: [said, ...notes].filter((part) => part !== '').join('\n\n') || 'Done.', pictures };
}

/** The answer as a part of the message to the model; `remarks` are sentences about it. */
export function toResultPart(
  { id: toolCallId, tool: toolName }: RequestedCall,
  { text, pictures }: CallAnswer,
  remarks: readonly string[],
): ResultPart {
  // Half a character, which cuts and some tools leave, makes the whole conversation unreadable for some models.
  const value = [text, ...remarks].join('\n\n').replace(/\p{Surrogate}/gu, '\uFFFD');
  const images = pictures.map((picture) => ({ type: 'image-data' as const, ...picture }));
  const output: ResultPart['output'] =
    images.length === 0
      ? { type: 'text', value }
      : { type: 'content', value: [{ type: 'text', text: value }, ...images] };
  return { type: 'tool-result', toolCallId, toolName, output };
}
