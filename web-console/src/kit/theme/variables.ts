import type { Palette } from './palette'

/** The palette as CSS variables: `paper` -> `--paper`, `tones.error.bg` -> `--error-bg`. */
export function cssVariables({ tones, ...colours }: Palette): Record<string, string> {
  const variables: Record<string, string> = {}
  for (const [name, colour] of Object.entries(colours)) variables[`--${kebab(name)}`] = colour
  for (const [name, tone] of Object.entries(tones)) {
    for (const [part, colour] of Object.entries(tone)) variables[`--${name}-${part}`] = colour
  }
  return variables
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
