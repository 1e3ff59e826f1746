import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { alerts } from '@/kit/alerts'
import { FormDialog, knownPasswordRule, newPasswordRule, typedFields } from '@/kit/form'
import { useChangeProfilePasswordMutation } from './api'
import { Section } from './Section'

const schema = z.object({ old_password: knownPasswordRule, new_password: newPasswordRule })
const F = typedFields<z.input<typeof schema>>()

/** The own password; wherever else one is signed in, one is signed out. */
export function PasswordSection() {
  const { t } = useTranslation('profile')
  const [isOpen, setOpen] = useState(false)
  const [change] = useChangeProfilePasswordMutation()
  return (
    <Section
      title={t('password.title')}
      text={t('password.text')}
      actions={<Button onClick={() => setOpen(true)}>{t('password.change')}</Button>}
    >
      {isOpen && (
        <FormDialog
          title={t('password.change')}
          schema={schema}
          initial={{ old_password: '', new_password: '' }}
          action={t('password.set')}
          width={440}
          onClose={() => setOpen(false)}
          onApprove={async (values) => {
            await change({ changeProfilePasswordRequestInput: values }).unwrap()
            alerts.success(t('password.done'))
          }}
        >
          <F.Password
            name="old_password"
            label={t('password.old')}
            autoComplete="current-password"
            isRequired
          />
          <F.Password name="new_password" label={t('password.new')} isRequired />
        </FormDialog>
      )}
    </Section>
  )
}
