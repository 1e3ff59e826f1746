/** Text, background and border of a status. */
export interface Tone {
  ink: string
  bg: string
  line: string
}

/** Every colour of the console, by role. The contrast of the pairs is held by palette.test.ts. */
export interface Palette {
  /** Behind everything: side menu, top bar. */
  paper: string
  /** Pages, cards, inputs. */
  sheet: string
  /** Drawers, menus, dialogs. */
  raised: string
  /** Hovered rows, table heads, code. */
  sunken: string
  line: string
  lineStrong: string
  ink: string
  inkSoft: string
  /** Placeholders, disabled text, hints. */
  inkFaint: string
  primary: string
  primaryHover: string
  primaryActive: string
  onPrimary: string
  /** Selected rows and menu items. */
  primarySoft: string
  /** Links, and text on primarySoft. */
  primaryInk: string
  /** The door handle: the brand's second colour, for marks and never for text. */
  brass: string
  /** Count of what waits for a person; white on it. */
  alarm: string
  focus: string
  shadow: string
  tones: Record<ToneName, Tone>
}

export type ToneName = 'success' | 'warning' | 'error' | 'info' | 'neutral'

/** Warm paper, pine and brass: the hall of an old house by day. */
export const light: Palette = {
  paper: '#f3f1ea',
  sheet: '#ffffff',
  raised: '#ffffff',
  sunken: '#f8f7f3',
  line: '#e5e2d8',
  lineStrong: '#cfcabb',
  ink: '#1d2624',
  inkSoft: '#4f5b57',
  inkFaint: '#646e69',
  primary: '#0d6557',
  primaryHover: '#0b7766',
  primaryActive: '#084c41',
  onPrimary: '#ffffff',
  primarySoft: '#e2efe9',
  primaryInk: '#0a5a4d',
  brass: '#c98a2b',
  alarm: '#b3261e',
  focus: '#0d6557',
  shadow: '35 40 30',
  tones: {
    success: { ink: '#1c6631', bg: '#e6f3e6', line: '#b9dcbc' },
    warning: { ink: '#7c5000', bg: '#fbf0d6', line: '#ecd39a' },
    error: { ink: '#a8281c', bg: '#fceae6', line: '#f1c1b8' },
    info: { ink: '#28567e', bg: '#e7eff7', line: '#bcd2e6' },
    neutral: { ink: '#4f5b57', bg: '#efede6', line: '#dcd8cb' },
  },
}

/** The same hall at night, with the lamp on. */
export const dark: Palette = {
  paper: '#0d1211',
  sheet: '#141b19',
  raised: '#1b2422',
  sunken: '#19211f',
  line: '#26312e',
  lineStrong: '#3a4945',
  ink: '#e6ece9',
  inkSoft: '#a9b7b2',
  inkFaint: '#93a29c',
  primary: '#157a69',
  primaryHover: '#198573',
  primaryActive: '#10604f',
  onPrimary: '#ffffff',
  primarySoft: '#17332d',
  primaryInk: '#7bd3bf',
  brass: '#e2ad57',
  alarm: '#c4362b',
  focus: '#7bd3bf',
  shadow: '0 0 0',
  tones: {
    success: { ink: '#7fd093', bg: '#152a1b', line: '#28492f' },
    warning: { ink: '#e4b75c', bg: '#2d2412', line: '#4f3f1c' },
    error: { ink: '#ff9a8c', bg: '#331a17', line: '#5c2c26' },
    info: { ink: '#8fbde6', bg: '#152635', line: '#274560' },
    neutral: { ink: '#a9b7b2', bg: '#202a27', line: '#33403c' },
  },
}
