/** How a tool's definition differs from what was known of its server when its tools were last approved. */
export interface ToolChange {
  kind: 'new' | 'changed';
  /** The definitions as text for a diff: name, title, description, schemas and annotations. `before` is empty for a new one. */
  before: string;
  after: string;
  /** Names the definition as it is now; what `acceptChange` takes. */
  hash: string;
}
