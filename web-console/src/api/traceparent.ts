/**
 * A W3C traceparent that begins a trace with one request, so that what a person saw is found again
 * among the server's spans. It asks for nothing to be recorded: that the server decides.
 */
export const traceparent = () => `00-${hex(16)}-${hex(8)}-00`

const hex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
