import { recordOf } from '../../core/json.ts';
import type { Handler } from './handler.ts';

/** An update that came as a request, which some agents wait to have answered. */
export const takeUpdateRequest: Handler = async (session, params) => {
  session.receive(recordOf(params['update']));
  return {};
};
