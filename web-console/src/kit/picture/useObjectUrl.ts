import { useEffect, useState } from 'react'

/** An address for a file of this machine, as long as it is shown. */
export function useObjectUrl(file: Blob): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    // oxlint-disable-next-line react/set-state-in-effect -- the address lives as long as the effect
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
