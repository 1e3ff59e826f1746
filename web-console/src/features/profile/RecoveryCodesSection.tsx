import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import { useRenewRecoveryCodesMutation } from './api'
import { AskPassword } from './AskPassword'
import { RecoveryCodes } from './RecoveryCodes'
import { Section } from './Section'

/** With fewer left than this it is time for new ones. */
const FEW = 3

/** Codes for the day when the authenticator is lost. */
export function RecoveryCodesSection({ left }: { left: number }) {
  const { t } = useTranslation('profile')
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  const [renew] = useRenewRecoveryCodesMutation()
  return (
    <Section
      title={t('codes.title')}
      text={t('codes.text')}
      state={
        <StatusTag tone={left < FEW ? 'warning' : 'neutral'}>
          {t('codes.left', { count: left })}
        </StatusTag>
      }
      actions={<Button onClick={() => setAsking(true)}>{t('codes.renew')}</Button>}
    >
      {isAsking && (
        <AskPassword
          title={t('codes.renew')}
          text={t('codes.renewText')}
          action={t('codes.renew')}
          onApprove={async (password) => {
            const answer = await renew({ renewRecoveryCodesRequestInput: { password } }).unwrap()
            setCodes(answer.codes)
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Section>
  )
}
