import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { QueueEditor } from '@/features/forward-rules'
import { FieldGrid, typedFields } from '@/kit/form'
import type { GroupForm } from '../schema'

const F = typedFields<GroupForm>()

/** The general number of the group: whom it rings, one queue after the other. */
export function ForwardTab() {
  const { t } = useTranslation('groups')
  const isActive = useWatch<GroupForm, 'sip_number.is_active'>({ name: 'sip_number.is_active' })
  return (
    <>
      <FieldGrid title={t('forward.title')} text={t('forward.text')}>
        <F.Switch name="sip_number.is_active" label={t('forward.enabled')} isWide />
      </FieldGrid>
      {isActive && <QueueEditor name="sip_number.forward_rules" isOfGroup />}
    </>
  )
}
