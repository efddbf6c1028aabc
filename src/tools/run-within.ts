import vm from 'node:vm';
import { isRecord } from '../core/json.ts';

interface Sandbox {
  work: () => void;
}

const sandbox: Sandbox = { work: () => {} };
const context = vm.createContext(sandbox);
const script = new vm.Script('work()');

/**
 * Runs synchronous work, and gives up on it after `limitMs`: returns null then. For regular expressions from outside,
 * some of which would take years. The interpreter itself is interrupted, so nothing of the work goes on.
 */
export function runWithin<T>(limitMs: number, work: () => T): { value: T } | null {
  let outcome: { value: T } | null = null;
  sandbox.work = () => {
    outcome = { value: work() };
  };
  try {
    script.runInContext(context, { timeout: limitMs });
  } catch (error) {
    if (!isTimeout(error)) throw error;
  }
  return outcome;
}

/** The error is of the sandbox's own realm, so it is no `Error` of ours. */
function isTimeout(error: unknown): boolean {
  return isRecord(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
