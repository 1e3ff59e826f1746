import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { useDevice, useOpenDoor } from '@/features/devices'
import { useIdentifier, useRevocation } from '@/features/identifiers'
import { requestCall } from '@/features/phone'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import type { Verb } from './verbs'

interface Props {
  verb: Verb
  /** What was found: a device, an identifier or a number. */
  id: Id
  detail: string
  onDone: () => void
}

/** Does what was chosen in the palette, in its place: asks where there is a choice or no way back. */
export default function OrderRunner({ verb, id, detail, onDone }: Props) {
  switch (verb) {
    case 'open':
      return <OpenDoor id={id} onDone={onDone} />
    case 'revoke':
      return <Revoke id={id} onDone={onDone} />
    case 'call':
      return <Call number={detail} onDone={onDone} />
  }
}

interface StepProps {
  id: Id
  onDone: () => void
}

function OpenDoor({ id, onDone }: StepProps) {
  const { data: door, error } = useDevice(id)
  const { open, why, locksOf, dialog } = useOpenDoor()
  const isReady = door !== undefined && locksOf(door) !== undefined
  const hasAsked = useRef(false)
  useFailure(error, onDone)
  useOnce(isReady, () => {
    if (!door) return
    const refusal = why(door)
    if (refusal) alerts.error(refusal)
    else open(door)
    if (refusal || locksOf(door) === 1) onDone()
  })
  useEffect(() => {
    if (dialog) hasAsked.current = true
    else if (hasAsked.current) onDone()
  }, [dialog, onDone])
  return dialog
}

function Revoke({ id, onDone }: StepProps) {
  const { t } = useTranslation('shell')
  const { data: identifier, error } = useIdentifier(id)
  const { revokeIdentifier } = useRevocation()
  useFailure(error, onDone)
  useOnce(identifier !== undefined, () => {
    if (!identifier) return
    if (identifier.revoked_at === null) void revokeIdentifier(identifier).finally(onDone)
    else {
      alerts.info(t('palette.revokedAlready', { name: identifier.name }))
      onDone()
    }
  })
  return null
}

function Call({ number, onDone }: { number: string; onDone: () => void }) {
  useOnce(true, () => {
    requestCall(number)
    onDone()
  })
  return null
}

/** What was found may be gone, or not be read. */
function useFailure(error: unknown, onDone: () => void): void {
  const errorText = useErrorText()
  useOnce(error !== undefined, () => {
    alerts.error(errorText(error))
    onDone()
  })
}

/** Runs once, when it is time. */
function useOnce(isTime: boolean, run: () => void): void {
  const hasRun = useRef(false)
  useEffect(() => {
    if (!isTime || hasRun.current) return
    hasRun.current = true
    run()
  })
}
