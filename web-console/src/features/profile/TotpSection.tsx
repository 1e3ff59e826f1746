import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { StatusTag } from '@/kit/status'
import { useDisableTotpMutation, useStartTotpMutation } from './api'
import { AskPassword } from './AskPassword'
import { RecoveryCodes } from './RecoveryCodes'
import { Section } from './Section'
import { TotpDialog, type TotpSecret } from './TotpDialog'

type Step = 'password' | 'disable' | { secret: TotpSecret } | { codes: string[] }

const isSecret = (step: Step | undefined): step is { secret: TotpSecret } =>
  typeof step === 'object' && 'secret' in step

/** An authenticator application: switched on by scanning a code and proving that it works. */
export function TotpSection({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('profile')
  const [step, setStep] = useState<Step>()
  const [start] = useStartTotpMutation()
  const [disable] = useDisableTotpMutation()
  const close = () => setStep(undefined)
  // A dialog closes itself once it is approved; by then the next step is there.
  const closeOnly = (own: Step) => () => setStep((now) => (now === own ? undefined : now))
  return (
    <Section
      title={t('totp.title')}
      text={t('totp.text')}
      state={<StatusTag tone={isOn ? 'success' : 'neutral'}>{isOn ? t('on') : t('off')}</StatusTag>}
      actions={
        isOn ? (
          <Button danger onClick={() => setStep('disable')}>
            {t('totp.disable')}
          </Button>
        ) : (
          <Button type="primary" onClick={() => setStep('password')}>
            {t('totp.enable')}
          </Button>
        )
      }
    >
      {step === 'password' && (
        <AskPassword
          key="start"
          title={t('totp.enable')}
          text={t('totp.askText')}
          action={t('next')}
          onApprove={async (password) => {
            const secret = await start({ startTotpRequestInput: { password } }).unwrap()
            setStep({ secret })
          }}
          onClose={closeOnly('password')}
        />
      )}
      {step === 'disable' && (
        <AskPassword
          key="disable"
          title={t('totp.disable')}
          text={t('totp.disableText')}
          action={t('totp.disable')}
          onApprove={async (password) => {
            await disable({ disableTotpRequestInput: { password } }).unwrap()
            alerts.success(t('totp.disabled'))
          }}
          onClose={close}
        />
      )}
      {isSecret(step) && (
        <TotpDialog
          secret={step.secret}
          onConfirmed={(codes) => setStep({ codes })}
          onClose={() => setStep((now) => (isSecret(now) ? undefined : now))}
        />
      )}
      {typeof step === 'object' && 'codes' in step && (
        <RecoveryCodes codes={step.codes} onClose={close} />
      )}
    </Section>
  )
}
