/** Makes a function that runs what it is given one after the other, whatever becomes of each. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = before.then(work);
    before = done.catch(() => {});
    return done;
  };
}
