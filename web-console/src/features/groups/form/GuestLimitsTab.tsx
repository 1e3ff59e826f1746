import { useTranslation } from 'react-i18next'
import { FieldGrid, typedFields } from '@/kit/form'
import type { GroupForm } from '../schema'

const F = typedFields<GroupForm>()

/** What a guest's key may be given at most. */
export function GuestLimitsTab() {
  const { t } = useTranslation('groups')
  return (
    <FieldGrid title={t('guests.title')} text={t('guests.text')}>
      <F.Number
        name="guest_identifier_limits.max_passes_count"
        label={t('guests.passes')}
        help={t('guests.noLimit')}
        min={1}
        max={9_999}
      />
      <F.Number
        name="guest_identifier_limits.max_period_days"
        label={t('guests.days')}
        help={t('guests.noLimit')}
        min={1}
        max={3_650}
      />
    </FieldGrid>
  )
}
