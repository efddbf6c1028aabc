/** Words in the names of models that make vectors, speech, pictures or films, or judge what others wrote. */
const OTHER_KINDS = new RegExp(
  [
    'embed(ding)?s?',
    'bge|gte|e5|minilm|nomic',
    'rerank(er)?',
    'whisper|transcribe|transcription|tts|speech|voxtral|orpheus|realtime|audio|live|lyria|music',
    'dall-e|image|images|imagen|imagine|flux|stable-diffusion|sdxl|veo|sora|video|banana',
    'moderation|guard|safeguard|safety|aqa|ocr',
    'computer-use|robotics|deep-research|multi-agent',
    'davinci|babbage|turbo-instruct',
  ]
    .map((words) => `(^|[-_./:])(${words})(?=$|[-_./:\\d])`)
    .join('|'),
  'i',
);

/** Whether a model's name is that of one to talk to. */
export function isChatModel(id: string): boolean {
  return !OTHER_KINDS.test(id);
}
