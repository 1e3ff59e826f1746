export { KeyHelp } from './KeyHelp'
export { useKeys, type KeyMap } from './useKeys'
