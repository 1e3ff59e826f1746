/** The name that a server gave a file in `content-disposition`; the fallback where it gave none. */
export function fileName(disposition: string | null, fallback: string): string {
  const encoded = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename\s*=\s*"?([^";]+)"?/i.exec(disposition ?? '')?.[1]
  // Never a path: a browser would make folders of it, or refuse.
  return (decoded(encoded) ?? plain ?? '').replaceAll(/[/\\]/g, '_').trim() || fallback
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text.trim())
  } catch {
    return undefined
  }
}
