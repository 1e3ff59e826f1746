/** Minutes until a moment, begun ones included; 0 once it has come. */
export const minutesLeft = (endsAt: number, now: number): number =>
  Math.max(0, Math.ceil((endsAt - now) / 60_000))
