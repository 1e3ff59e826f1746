import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { groups } from '@/features/groups'
import { alerts } from '@/kit/alerts'
import { FieldGrid, FormDialog, issue, rangeRule, refRule, typedFields } from '@/kit/form'
import { useCan } from '@/kit/permissions'
import { pickerOf } from '@/kit/picker'
import { useGenerateSipNumbersMutation, type SipNumber } from './api'

const MAX_COUNT = 500

const schema = z.object({
  domain: refRule.nullable().refine((domain) => domain !== null, issue('required')),
  count: rangeRule(1, MAX_COUNT),
  is_active: z.boolean(),
})
const F = typedFields<z.input<typeof schema>>()
const groupSource = pickerOf(groups)

interface Props {
  onMade: (numbers: SipNumber[]) => void
  onClose: () => void
}

/** The next free numbers of the project's range, for a group: all of them or none. */
export default function GenerateDialog({ onMade, onClose }: Props) {
  const { t } = useTranslation('sip-numbers')
  const { can } = useCan()
  const [generate] = useGenerateSipNumbersMutation()
  return (
    <FormDialog
      title={t('generate.title')}
      schema={schema}
      initial={{ domain: null, count: 10, is_active: true }}
      action={t('generate.action')}
      width={460}
      onClose={onClose}
      onApprove={async (values) => {
        const { items } = await generate({ generateSipNumbersRequestInput: values }).unwrap()
        const [first, last] = [items[0]?.number, items.at(-1)?.number]
        alerts.success(t('generate.done', { count: items.length, first, last }), {
          action: { label: t('generate.show'), run: () => onMade(items) },
        })
      }}
    >
      <p>{t('generate.text')}</p>
      <FieldGrid>
        <F.Ref name="domain" label={t('fields.group')} source={groupSource} isRequired isWide />
        <F.Number
          name="count"
          label={t('generate.count')}
          min={1}
          max={MAX_COUNT}
          isRequired
          isWide
        />
        <F.Switch
          name="is_active"
          label={t('fields.active')}
          disabled={!can('can_activate_sip_number') && t('help.activeRight')}
          isWide
        />
      </FieldGrid>
    </FormDialog>
  )
}
