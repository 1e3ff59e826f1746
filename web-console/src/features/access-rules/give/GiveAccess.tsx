import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ref } from '@/api/types'
import { Given } from './Given'
import { GiveForm } from './GiveForm'
import type { Given as Outcome } from './useGive'

/** What is known where the dialog is opened: the person, the group, the card, or the door. */
export interface GiveTo {
  user?: Ref
  group?: Ref
  identifier?: Ref
  door?: Ref
}

interface Props extends GiveTo {
  onGiven?: () => void
  onClose: () => void
}

/** Gives access in one dialog: who, which doors, when, until; then the doors' own word for it. */
export default function GiveAccess({ onClose, onGiven, ...to }: Props) {
  const { t } = useTranslation('access-rules')
  const [given, setGiven] = useState<Outcome>()
  const finish = (outcome: Outcome) => {
    setGiven(outcome)
    onGiven?.()
  }
  if (!given) return <GiveForm to={to} onGiven={finish} onClose={onClose} />
  return (
    <Modal
      open
      title={t('give.done')}
      width={560}
      okText={t('give.close')}
      cancelButtonProps={{ style: { display: 'none' } }}
      onOk={onClose}
      onCancel={onClose}
    >
      <Given given={given} />
    </Modal>
  )
}
