import { recordOf, recordsOf, textOf } from '../../core/json.ts';
import type { RpcParams } from '../../core/rpc/rpc-message.ts';

/** A request of a vendor's own in the words of ACP, and ACP's answer in the vendor's words. Pure. */
export interface VendorRequest {
  toAcp(params: RpcParams): { method: string; params: RpcParams };
  toReply(result: RpcParams, params: RpcParams): RpcParams;
}

/** Requests that agents wait for, beside those of ACP. Some come as notifications too. */
const REQUESTS: Readonly<Record<string, VendorRequest>> = {
  'cursor/ask_question': {
    toAcp: ({ toolCallId, title, questions }) =>
      toForm(
        { toolCallId, message: textOf(title) ?? 'A question' },
        recordsOf(questions).map(({ id, prompt, options, allowMultiple }) => ({
          key: textOf(id) ?? '',
          title: prompt,
          isMultiple: allowMultiple === true,
          choices: recordsOf(options).map((option) => ({ const: option['id'], title: option['label'] })),
        })),
      ),
    toReply: ({ action, content }) =>
      nested(
        action === 'accept'
          ? {
              outcome: 'answered',
              answers: Object.entries(recordOf(content)).map(([questionId, chosen]) => ({
                questionId,
                selectedOptionIds: [chosen].flat(),
              })),
            }
          : action === 'decline'
            ? { outcome: 'skipped', reason: 'The user declined to answer.' }
            : { outcome: 'cancelled' },
      ),
  },
  'cursor/create_plan': {
    toAcp: ({ toolCallId, name, overview, plan }) =>
      toPlanQuestion(toolCallId, textOf(name) ?? 'Plan', [overview, plan]),
    toReply: (result) =>
      nested({ outcome: { yes: 'accepted', no: 'rejected', none: 'cancelled' }[verdictOf(result)] }),
  },
  'cursor/update_todos': {
    toAcp: ({ todos, merge }) => toUpdate({ sessionUpdate: 'plan', entries: todos, merge }),
    toReply: (_result, { todos }) => nested({ outcome: 'accepted', todos }),
  },
  'cursor/task': {
    toAcp: ({ toolCallId, description, prompt }) =>
      toUpdate({
        sessionUpdate: 'tool_call_update',
        toolCallId,
        title: description,
        content: textOf(prompt),
      }),
    toReply: () => nested({ outcome: 'completed' }),
  },
  'cursor/generate_image': {
    toAcp: ({ toolCallId, description, filePath }) =>
      toUpdate({
        sessionUpdate: 'tool_call_update',
        toolCallId,
        title: description,
        locations: [{ path: filePath }],
      }),
    toReply: () => nested({ outcome: 'accepted' }),
  },
  'x.ai/ask_user_question': {
    toAcp: ({ toolCallId, questions }) =>
      toForm(
        { toolCallId, message: 'A question' },
        recordsOf(questions).map(({ question, options, multiSelect, multi_select: multi }) => ({
          key: textOf(question) ?? '',
          title: question,
          isMultiple: multiSelect === true || multi === true,
          choices: recordsOf(options).map(({ label, description }) => ({
            const: label,
            title: [label, description].filter((text) => textOf(text) !== undefined).join(': '),
          })),
        })),
      ),
    toReply({ action, content }) {
      if (action !== 'accept') return { outcome: 'cancelled' };
      const answers = Object.entries(recordOf(content)).map(([question, chosen]) => [
        question,
        [chosen].flat(),
      ]);
      return { outcome: 'accepted', answers: Object.fromEntries(answers) as RpcParams };
    },
  },
  'x.ai/exit_plan_mode': {
    toAcp: ({ toolCallId, planContent }) => toPlanQuestion(toolCallId, 'Plan', [planContent]),
    toReply: (result) => ({
      outcome: { yes: 'approved', no: 'cancelled', none: 'abandoned' }[verdictOf(result)],
    }),
  },
  'x.ai/mcp/elicit': {
    toAcp: (params) => ({ method: 'elicitation/create', params }),
    toReply: ({ action, content }) =>
      content === undefined ? { outcome: action } : { outcome: action, content },
  },
};

/** What a request of a vendor's own means; undefined for one that simse does not know. The leading `_` is optional. */
export function vendorRequest(method: string): VendorRequest | undefined {
  const name = method.replace(/^_/, '');
  const request = Object.hasOwn(REQUESTS, name) ? REQUESTS[name] : undefined;
  if (request === undefined) return undefined;
  return {
    toAcp: (params) => request.toAcp(innerParams(params)),
    toReply: (result, params) => request.toReply(result, innerParams(params)),
  };
}

/** Some wrap their parameters once more. */
function innerParams(params: RpcParams): RpcParams {
  const { params: inner, ...outer } = params;
  return { ...outer, ...recordOf(inner) };
}

interface Question {
  key: string;
  title: unknown;
  isMultiple: boolean;
  choices: { const: unknown; title: unknown }[];
}

function toForm(context: RpcParams, questions: readonly Question[]): { method: string; params: RpcParams } {
  const properties = questions.map(({ key, title, isMultiple, choices }) => {
    const property = choices.length === 0 ? { type: 'string' } : { type: 'string', oneOf: choices };
    return [key, isMultiple ? { type: 'array', title, items: property } : { ...property, title }];
  });
  const requestedSchema = {
    type: 'object',
    properties: Object.fromEntries(properties) as RpcParams,
    required: questions.map(({ key }) => key),
  };
  return { method: 'elicitation/create', params: { ...context, mode: 'form', requestedSchema } };
}

function toPlanQuestion(
  toolCallId: unknown,
  title: string,
  texts: readonly unknown[],
): { method: string; params: RpcParams } {
  const text = texts.flatMap((part) => textOf(part) ?? []).join('\n\n');
  const toolCall = { toolCallId, title, kind: 'switch_mode', content: [{ type: 'text', text }] };
  const options = [
    { optionId: 'yes', name: 'Continue with this plan', kind: 'allow_once' },
    { optionId: 'no', name: 'Keep planning', kind: 'reject_once' },
  ];
  return { method: 'session/request_permission', params: { toolCall, options } };
}

function toUpdate(update: RpcParams): { method: string; params: RpcParams } {
  return { method: 'session/update', params: { update } };
}

/** The answer to a plan's question. */
function verdictOf(result: RpcParams): 'yes' | 'no' | 'none' {
  const { optionId } = recordOf(result['outcome']);
  return optionId === 'yes' || optionId === 'no' ? optionId : 'none';
}

/** The outcome one level down, as ACP has it for permissions. */
function nested(outcome: RpcParams): RpcParams {
  return { outcome };
}
