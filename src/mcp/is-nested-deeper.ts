import { isRecord } from '../core/json.ts';

/** Whether arrays and objects lie inside each other more than so many levels deep. Never goes deeper than that itself. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (!Array.isArray(value) && !isRecord(value)) return false;
  return levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1));
}
