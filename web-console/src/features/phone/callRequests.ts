const listeners = new Set<(number: string) => void>()

/** Another part of the console wants a number called, as the palette does. */
export function requestCall(number: string): void {
  for (const listener of listeners) listener(number)
}

export const onCallRequest = (listener: (number: string) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
