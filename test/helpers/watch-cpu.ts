/**
 * Starts to count what this process takes of the processor, in milliseconds: the measure for work that must not stall, since
 * it stays the same on a busy machine.
 *
 *     const cpuMs = watchCpu();
 *     work();
 *     expect(cpuMs()).toBeLessThan(1000);
 */
export function watchCpu(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
