import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { alerts } from '@/kit/alerts'
import { FormDialog, ipPrefixRule, ipRule, issue, optionalText, typedFields } from '@/kit/form'
import { useAddToWhitelistMutation } from './api'

/** One sentence for both: of a union, the first kind alone would say what is wrong. */
const isAddress = (text: string) =>
  [ipRule, ipPrefixRule].some((rule) => rule.safeParse(text).success)

const schema = z.object({
  address: z.string().refine(isAddress, { error: () => issue('ip_or_network') }),
  description: optionalText(200),
})
const F = typedFields<z.input<typeof schema>>()

/** An address or a network to trust. */
export function WhitelistDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('ip-blocking')
  const [add] = useAddToWhitelistMutation()
  return (
    <FormDialog
      title={t('whitelist.add')}
      schema={schema}
      initial={{ address: '', description: '' }}
      action={t('whitelist.add')}
      width={440}
      onClose={onClose}
      onApprove={async (whitelistEntryInput) => {
        await add({ whitelistEntryInput }).unwrap()
        alerts.success(t('whitelist.added', { address: whitelistEntryInput.address }))
      }}
    >
      <F.Text
        name="address"
        label={t('whitelist.address')}
        placeholder="192.0.2.0/24"
        isCode
        isRequired
      />
      <F.Text name="description" label={t('whitelist.description')} maxLength={200} />
    </FormDialog>
  )
}
