/** Whether arrays and objects lie inside each other more than so many levels deep. Never goes deeper than that itself. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((inner) => isNestedDeeper(inner, levels - 1));
  const object = value as Record<string, unknown>;
  for (const key in object) if (isNestedDeeper(object[key], levels - 1)) return true;
  return false;
}
