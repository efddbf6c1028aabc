import { performance } from 'node:perf_hooks';

/** So many messages a second, and as many at once after a pause. */
export class RateLimit {
  readonly #perSecond: number;
  #left: number;
  #countedAt = performance.now();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#left = perSecond;
  }

  /** Counts one. Returns 0, or for one too many the seconds until the next may come. */
  take(): number {
    const now = performance.now();
    this.#left += ((now - this.#countedAt) / 1000) * this.#perSecond;
    this.#left = Math.min(this.#left, this.#perSecond);
    this.#countedAt = now;
    if (this.#left < 1) return (1 - this.#left) / this.#perSecond;
    this.#left -= 1;
    return 0;
  }
}
