import { SendOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Reason, useAttempt } from '@/kit/feedback'
import { useProfile } from '@/kit/permissions'
import { useSendMailPreviewMutation } from './api'
import type { MailTemplateForm } from './schema'

/** Sends what the preview shows to the user's own address: the server takes no other. */
export function SendButton({ values }: { values: MailTemplateForm }) {
  const { t } = useTranslation('mail-templates')
  const email = useProfile()?.email
  const attempt = useAttempt()
  const [send, { isLoading }] = useSendMailPreviewMutation()
  const { domain, mail_type_id, subject, body, locale } = values
  const why = mail_type_id ? (email ? undefined : t('send.noEmail')) : t('send.noType')

  const sendTo = (to: string) =>
    attempt(async () => {
      await send({
        sendMailPreviewRequestInput: {
          mail_type_id,
          subject,
          body,
          locale,
          domain_id: domain?.id ?? null,
          email: to,
        },
      }).unwrap()
      return t('send.done', { email: to })
    })

  return (
    <Reason why={why}>
      <Button
        icon={<SendOutlined />}
        loading={isLoading}
        disabled={why !== undefined}
        onClick={() => email && void sendTo(email)}
      >
        {t('send.open')}
      </Button>
    </Reason>
  )
}
