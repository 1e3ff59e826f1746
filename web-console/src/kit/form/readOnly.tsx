import { createContext, useContext, type ReactNode } from 'react'

const ReadOnlyContext = createContext<string | false>(false)

interface Props {
  /** Why nothing inside can be edited; false where it can. */
  why: string | false
  children: ReactNode
}

/** A part of a form whose fields are all off for the same reason, as a missing right. */
export function ReadOnly({ why, children }: Props) {
  return <ReadOnlyContext value={why}>{children}</ReadOnlyContext>
}

/** Why a field here is off: its own reason, or that of the part it stands in. */
export function useReadOnly(own?: string | false): string | false {
  const inherited = useContext(ReadOnlyContext)
  return own || inherited
}
