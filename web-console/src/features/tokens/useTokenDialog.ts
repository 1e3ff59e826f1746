import { useState } from 'react'
import { useSearchParams } from 'react-router'

const NEW = 'token'

/** The dialog of a new token is in the address; the token that was made is not, and is gone with the page. */
export function useTokenDialog() {
  const [params, setParams] = useSearchParams()
  const [made, setMade] = useState('')
  const show = (isOpen: boolean) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old)
        if (isOpen) next.set('dialog', NEW)
        else next.delete('dialog')
        return next
      },
      { replace: true },
    )
  return {
    isOpen: params.get('dialog') === NEW,
    open: () => show(true),
    close: () => show(false),
    made,
    setMade,
  }
}
