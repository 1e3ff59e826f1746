import {
  LockOutlined,
  MailOutlined,
  SafetyCertificateOutlined,
  UnlockOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { accessCheckPath, accessCheckScreen } from '@/features/access-check'
import { LinkButton } from '@/kit/page'
import { Allowed, useCan } from '@/kit/permissions'
import type { User } from './api'
import { PasswordDialog } from './PasswordDialog'
import { useSecondFactorRemoval } from './useSecondFactorRemoval'
import { useSendLink } from './useSendLink'

/** What can be done with a user besides editing them. */
export function UserActions({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const { meets } = useCan()
  const [params, setParams] = useSearchParams()
  const link = useSendLink()
  const removeSecondFactor = useSecondFactorRemoval()
  const setDialog = (dialog: string) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old)
        if (dialog) next.set('dialog', dialog)
        else next.delete('dialog')
        return next
      },
      { replace: true },
    )
  return (
    <>
      {meets(accessCheckScreen.need) && (
        <LinkButton
          icon={<SafetyCertificateOutlined aria-hidden />}
          to={accessCheckPath({ userId: user.id })}
        >
          {t('explain')}
        </LinkButton>
      )}
      {!link.whyNot(user) && (
        <Button icon={<MailOutlined />} onClick={() => void link.send(user)}>
          {t('link.send')}
        </Button>
      )}
      <Allowed need={{ any: ['can_edit_all_users', 'can_manage_self_domain_users'] }}>
        <Button icon={<LockOutlined />} onClick={() => setDialog('password')}>
          {t('password.set')}
        </Button>
      </Allowed>
      {user.has_second_factor && (
        <Button icon={<UnlockOutlined />} onClick={() => void removeSecondFactor(user)}>
          {t('secondFactor.remove')}
        </Button>
      )}
      {params.get('dialog') === 'password' && (
        <PasswordDialog user={user} onClose={() => setDialog('')} />
      )}
    </>
  )
}
