import { QRCode, Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { CodeField, codeRule, FormDialog } from '@/kit/form'
import { useConfirmTotpMutation } from './api'
import styles from './profile.module.css'

const schema = z.object({ code: codeRule })

export interface TotpSecret {
  secret: string
  url: string
}

interface Props {
  secret: TotpSecret
  /** It is on; here are the recovery codes, this once. */
  onConfirmed: (codes: string[]) => void
  onClose: () => void
}

/** The secret as a picture that is drawn here and sent nowhere, and a code to prove it arrived. */
export function TotpDialog({ secret, onConfirmed, onClose }: Props) {
  const { t } = useTranslation('profile')
  const [confirm] = useConfirmTotpMutation()
  return (
    <FormDialog
      title={t('totp.enable')}
      schema={schema}
      initial={{ code: '' }}
      action={t('totp.confirm')}
      width={440}
      onClose={onClose}
      onApprove={async (values) => {
        const { codes } = await confirm({ confirmTotpRequestInput: values }).unwrap()
        onConfirmed(codes)
      }}
    >
      <p>{t('totp.scan')}</p>
      <div className={styles.qr}>
        {/* Dark on light in every theme: cameras read nothing else. Ears have the secret below. */}
        <div aria-hidden>
          <QRCode value={secret.url} size={196} type="svg" color="#1d2624" bgColor="#ffffff" />
        </div>
        <Typography.Text className="mono" copyable={{ text: secret.secret }}>
          {inFours(secret.secret)}
        </Typography.Text>
      </div>
      <CodeField name="code" label={t('totp.code')} isRequired />
    </FormDialog>
  )
}

/** Groups of four are easier to type. */
const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret
