import { Button, type ButtonProps } from 'antd'
import { useHref, useNavigate } from 'react-router'
import type { MouseEvent } from 'react'

interface Props extends Omit<ButtonProps, 'href' | 'onClick'> {
  /** Address inside the console. */
  to: string
}

/** A button that leads to a page is a link: it opens in another tab, and is said to be one. */
export function LinkButton({ to, ...button }: Props) {
  const navigate = useNavigate()
  const href = useHref(to)
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    event.preventDefault()
    void navigate(to)
  }
  // A link that is off leads nowhere, and is a button that says why.
  return button.disabled ? (
    <Button {...button} />
  ) : (
    <Button {...button} href={href} onClick={follow} />
  )
}
