/** What comes of an event in a component: its own state then, and what is to be done beyond it. */
export interface Transition<State, Effect> {
  readonly state: State;
  readonly effects: readonly Effect[];
}

export function step<State, Effect = never>(state: State, ...effects: Effect[]): Transition<State, Effect> {
  return { state, effects };
}
