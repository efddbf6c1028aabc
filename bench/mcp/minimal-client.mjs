/** The least of an MCP client over HTTP: one POST a message, the first `data:` line of the answer. What it passes over, a real
 * client cannot: answers in several lines, what comes before the answer, broken streams, sessions that end. */
export async function connectMinimal(url) {
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const post = async (method, params) => {
    const id = method.startsWith('notifications/') ? undefined : crypto.randomUUID();
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const response = await fetch(url, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response;
  };
  const resultOf = async (response) => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const bytes of response.body) {
      text += decoder.decode(bytes, { stream: true });
      const line = text
        .split('\n')
        .find((candidate, index, all) => candidate.startsWith('data: ') && index < all.length - 1);
      if (line !== undefined) return JSON.parse(line.slice('data: '.length)).result;
    }
    throw new Error('no answer');
  };
  const opened = await post('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'minimal', version: '1' },
  });
  headers['mcp-session-id'] = opened.headers.get('mcp-session-id');
  await resultOf(opened);
  await post('notifications/initialized', {});
  return {
    list: async () => resultOf(await post('tools/list', {})),
    call: async (name, args) => resultOf(await post('tools/call', { name, arguments: args })),
  };
}
