import {
  GiftOutlined,
  HddOutlined,
  IdcardOutlined,
  QuestionCircleOutlined,
  UserAddOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { guestAccessEntity } from '@/features/guest-access'
import { LinkButton } from '@/kit/page'
import { useCan, type Need } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'

interface QuickAction {
  key: 'identifier' | 'user' | 'device' | 'explain' | 'guest'
  icon: ReactNode
  to: string
  need: Need
}

/** What a person does most; only what the role allows. */
const ACTIONS: QuickAction[] = [
  {
    key: 'guest',
    icon: <GiftOutlined aria-hidden />,
    to: pathsOf(guestAccessEntity).add,
    need: guestAccessEntity.can.create ?? {},
  },
  {
    key: 'explain',
    icon: <QuestionCircleOutlined />,
    to: '/access-check',
    need: { any: ['can_view_access_rules', 'can_view_all_access_rules'] },
  },
  {
    key: 'device',
    icon: <HddOutlined />,
    to: '/devices/add',
    need: { any: ['can_create_device', 'can_manage_self_domain_devices'] },
  },
  {
    key: 'user',
    icon: <UserAddOutlined />,
    to: '/users/add',
    need: { any: ['can_create_user', 'can_manage_self_domain_users'] },
  },
  {
    key: 'identifier',
    icon: <IdcardOutlined />,
    to: '/identifiers/add',
    need: { any: ['can_create_identifier'] },
  },
]

/** So many fit beside the greeting; the last ones are those of who administers most. */
const MAX_ACTIONS = 4

export function QuickActions() {
  const { t } = useTranslation('home')
  const { meets } = useCan()
  const allowed = ACTIONS.filter(({ need }) => meets(need)).slice(-MAX_ACTIONS)
  return (
    <>
      {allowed.map(({ key, icon, to }, at) => (
        <LinkButton
          key={key}
          to={to}
          icon={icon}
          type={at === allowed.length - 1 ? 'primary' : 'default'}
        >
          {t(`options.actions.${key}`)}
        </LinkButton>
      ))}
    </>
  )
}
