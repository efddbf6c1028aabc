/**
 * What the loop itself took for each tool call, in milliseconds: between the end of an answer and the next question, less the
 * time in which tools ran. `requests` are those of the model server, `spans` the tool calls, by the same clock.
 */
export function loopTimes(requests, spans) {
  return requests.slice(0, -1).flatMap(({ answeredAt }, index) => {
    const { askedAt } = requests[index + 1];
    const calls = spans.filter(({ begin }) => begin >= answeredAt && begin <= askedAt);
    if (calls.length === 0) return [];
    return Array(calls.length).fill((askedAt - answeredAt - covered(calls)) / calls.length);
  });
}

/** How long at least one of them ran. */
function covered(spans) {
  let sum = 0;
  let until = 0;
  for (const { begin, end } of spans.toSorted((a, b) => a.begin - b.begin)) {
    sum += Math.max(0, end - Math.max(begin, until));
    until = Math.max(until, end);
  }
  return sum;
}

export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
