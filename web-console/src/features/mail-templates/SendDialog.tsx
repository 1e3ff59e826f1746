import { z } from 'zod'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { emailRule, FieldGrid, FormDialog, typedFields } from '@/kit/form'
import { useProfile } from '@/kit/permissions'
import { useSendMailPreviewMutation } from './api'
import type { MailTemplateForm } from './schema'

const schema = z.object({ email: emailRule })
const F = typedFields<z.input<typeof schema>>()

interface Props {
  values: MailTemplateForm
  onClose: () => void
}

/** Sends what the preview shows to an address. */
export function SendDialog({ values, onClose }: Props) {
  const { t } = useTranslation('mail-templates')
  const profile = useProfile()
  const [send] = useSendMailPreviewMutation()
  const { domain, mail_type_id, subject, body, locale } = values
  return (
    <FormDialog
      title={t('send.title')}
      schema={schema}
      initial={{ email: profile?.email ?? '' }}
      action={t('send.action')}
      width={420}
      onApprove={async ({ email }) => {
        await send({
          sendMailPreviewRequestInput: {
            mail_type_id,
            subject,
            body,
            locale,
            domain_id: domain?.id ?? null,
            email,
          },
        }).unwrap()
        alerts.success(t('send.done', { email }))
      }}
      onClose={onClose}
    >
      <FieldGrid>
        <F.Text name="email" label={t('send.email')} isRequired isWide />
      </FieldGrid>
    </FormDialog>
  )
}
