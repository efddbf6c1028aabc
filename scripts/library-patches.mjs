/**
 * What is changed in libraries while they are bundled, and why. Each patch names a file below node_modules and the text in
 * it that is replaced; a build in which the text is not there fails, so that no upgrade drops a patch in silence.
 */
/** Stands for the whole file. */
const EVERYTHING = /^[^]*$/;

const PATCHES = {
  // Ink draws nothing until the end when it believes it runs in CI; whether there is a terminal is for simse to decide.
  'is-in-ci/index.js': [EVERYTHING, 'export default false;'],
  // With DEV=true in the environment Ink looks for its own package.json, and for React's developer tools.
  'ink/build/utils.js': [EVERYTHING, 'export const isDev = () => false;'],
  'ink/build/devtools.js': [EVERYTHING, ''],
  // Ink remembers the size of every text it ever drew: some 20 MB in an hour in which an answer streams.
  'ink/build/measure-text.js': [
    'cache.set(text, dimensions);',
    'if (cache.size >= 1000) cache.clear(); cache.set(text, dimensions);',
  ],
  'ink/build/wrap-text.js': ['cache[cacheKey] = wrappedText;', ''],
  // Yoga decodes its own program by fetch() where there is one, and Node's takes 30 ms to load.
  'yoga-layout/dist/binaries/yoga-wasm-base64-esm.js': [
    'var loadYoga =',
    'const fetch = undefined; var loadYoga =',
  ],
  // The AI SDK brings a provider of its maker's, which is asked where a model is only named; here none is.
  '@ai-sdk/gateway/dist/index.mjs': [
    EVERYTHING,
    `export const createGateway = () => { throw new Error('there is no gateway'); };
      export const gateway = createGateway;
      export class GatewayError extends Error { static isInstance() { return false; } }
      export class GatewayAuthenticationError extends GatewayError {}`,
  ],
  // zod can say what is wrong in fifty languages, and simse says it in its own words.
  'zod/v4/locales/index.js': [EVERYTHING, "export { default as en } from './en.js';"],
  // The expression for all emoji takes 35 ms to make, and nearly all that is drawn can be seen to hold none without it.
  'string-width/index.js': [
    String.raw`const rgiEmojiRegex = /^\p{RGI_Emoji}$/v;`,
    String.raw`const maybeEmoji = /[\p{Emoji_Presentation}\p{Extended_Pictographic}\uFE0F]/u;
      let rgiEmoji;
      const rgiEmojiRegex = { test: (text) => maybeEmoji.test(text) && (rgiEmoji ??= /^\p{RGI_Emoji}$/v).test(text) };`,
  ],
};

/** A bundler plugin that applies them. */
export const patchLibraries = {
  name: 'patch-libraries',
  transform: {
    filter: { id: Object.keys(PATCHES).map((file) => `**/node_modules/${file}`) },
    handler(source, id) {
      const name = id.replaceAll('\\', '/').split('/node_modules/').at(-1);
      const [old, replacement] = PATCHES[name];
      const code = source.replace(old, () => replacement);
      if (code === source) throw new Error(`${name} has nothing to patch: see scripts/library-patches.mjs`);
      return { code, map: null };
    },
  },
};
