import { DeleteOutlined, KeyOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Reason, useAttempt } from '@/kit/feedback'
import { isPasskeySupported } from '@/kit/passkey'
import { RelativeTime } from '@/kit/time'
import { useDeletePasskeyMutation, type Passkey } from './api'
import { PasskeyDialog } from './PasskeyDialog'
import styles from './profile.module.css'
import { Section } from './Section'

/** As many as the server keeps. */
const MAX_PASSKEYS = 20

/** Passkeys: a fingerprint, a face or a key in place of a password. */
export function PasskeySection({ passkeys }: { passkeys: Passkey[] }) {
  const { t } = useTranslation('profile')
  const [isOpen, setOpen] = useState(false)
  const removePasskey = useRemovePasskey()
  const why =
    (!isPasskeySupported() && t('passkeys.unsupported')) ||
    (passkeys.length >= MAX_PASSKEYS && t('passkeys.full', { max: MAX_PASSKEYS }))
  return (
    <Section
      title={t('passkeys.title')}
      text={t('passkeys.text')}
      actions={
        <Reason why={why}>
          <Button icon={<PlusOutlined />} disabled={Boolean(why)} onClick={() => setOpen(true)}>
            {t('passkeys.add')}
          </Button>
        </Reason>
      }
    >
      {passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <KeyOutlined aria-hidden />
              <span className={styles.item}>
                <strong>{passkey.name}</strong>
                <span>
                  {passkey.used_at ? t('passkeys.used') : t('passkeys.added')}{' '}
                  <RelativeTime value={passkey.used_at ?? passkey.created_at} />
                </span>
              </span>
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('passkeys.remove', { name: passkey.name })}
                onClick={() => void removePasskey(passkey)}
              />
            </li>
          ))}
        </ul>
      )}
      {isOpen && <PasskeyDialog onClose={() => setOpen(false)} />}
    </Section>
  )
}

function useRemovePasskey() {
  const { t } = useTranslation('profile')
  const attempt = useAttempt()
  const [remove] = useDeletePasskeyMutation()
  return async ({ id, name }: Passkey) => {
    const question = {
      title: t('passkeys.remove', { name }),
      text: t('passkeys.removeText'),
      action: t('remove'),
    }
    await attempt(async () => {
      await remove({ id }).unwrap()
      return t('passkeys.removed', { name })
    }, question)
  }
}
