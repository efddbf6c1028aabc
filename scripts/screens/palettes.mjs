/** The 16 colours, background and text of two everyday terminals, as `#rrggbb`. */
export const PALETTES = {
  dark: {
    background: '#1b1d23',
    text: '#d4d7de',
    colors: [
      ['#2a2d35', '#e06c75', '#8cc570', '#d9b36c', '#61a8ea', '#c586d8', '#4fb8c4', '#c8ccd4'],
      ['#5f6672', '#f0808a', '#a3dc86', '#ecc884', '#7dbcf7', '#d9a0ea', '#6bd0dc', '#ffffff'],
    ].flat(),
  },
  light: {
    background: '#fbfbf9',
    text: '#24292f',
    colors: [
      ['#24292f', '#c0262d', '#1a7f37', '#8a5c00', '#0a58c2', '#8431b3', '#0b7285', '#6e7781'],
      ['#57606a', '#a40e26', '#116329', '#6b4700', '#0550ae', '#6a1f94', '#095c6b', '#d0d7de'],
    ].flat(),
  },
};

const CUBE = [0, 95, 135, 175, 215, 255];

/** The colour of a number of the 256-colour palette. */
export function paletteColor(palette, number) {
  if (number < 16) return palette.colors[number];
  if (number >= 232) return hex(Array(3).fill(8 + (number - 232) * 10));
  const index = number - 16;
  return hex([CUBE[Math.floor(index / 36)], CUBE[Math.floor(index / 6) % 6], CUBE[index % 6]]);
}

/** A colour of 24 bits. */
export function rgbColor(number) {
  return hex([(number >> 16) & 255, (number >> 8) & 255, number & 255]);
}

function hex(channels) {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
