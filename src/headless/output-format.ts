import type { StampedEvent } from '../core/state/events.ts';
import type { RunResult } from './run-summary.ts';

export type OutputFormat = 'text' | 'json' | 'stream-json';
export const OUTPUT_FORMATS: readonly OutputFormat[] = ['text', 'json', 'stream-json'];

/** Turns a run's events into what goes to stdout. Every method returns the text to write, often none. */
export interface RunWriter {
  event(event: StampedEvent): string;
  end(result: RunResult): string;
}
