import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { UserModelMessage } from 'ai';

type Parts = Exclude<UserModelMessage['content'], string>;

/** A prompt as the model gets it. What the model cannot see is named, so that it knows that there was something. */
export function promptMessage(blocks: readonly ContentBlock[], takesImages: boolean): UserModelMessage {
  return { role: 'user', content: blocks.flatMap((block) => partsOf(block, takesImages)) };
}

function partsOf(block: ContentBlock, takesImages: boolean): Parts {
  switch (block.type) {
    case 'text':
      // One of nothing but blanks is refused by some models.
      return block.text.trim() === '' ? [] : [{ type: 'text', text: block.text }];
    case 'image':
      return takesImages
        ? [{ type: 'image', image: block.data, mediaType: block.mimeType }]
        : [{ type: 'text', text: '[A picture came with this, which you cannot see.]' }];
    case 'audio':
      return [
        { type: 'text', text: `[A recording (${block.mimeType}) came with this, which you cannot hear.]` },
      ];
    case 'resource_link':
      return [{ type: 'text', text: `[Attached: ${block.name} at ${block.uri}]` }];
    case 'resource':
      return 'text' in block.resource
        ? [
            {
              type: 'text',
              text: `<resource uri="${block.resource.uri}">\n${block.resource.text}\n</resource>`,
            },
          ]
        : [{ type: 'text', text: `[Attached: ${block.resource.uri}, which is no text]` }];
  }
}
