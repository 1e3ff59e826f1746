import {
  HddOutlined,
  IdcardOutlined,
  QuestionCircleOutlined,
  UserAddOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useCan, type Need } from '@/kit/permissions'

interface QuickAction {
  key: 'identifier' | 'user' | 'device' | 'explain'
  icon: ReactNode
  to: string
  need: Need
}

/** What a person does most; only what the role allows. */
const ACTIONS: QuickAction[] = [
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

export function QuickActions() {
  const { t } = useTranslation('home')
  const { meets } = useCan()
  const navigate = useNavigate()
  const allowed = ACTIONS.filter(({ need }) => meets(need))
  return (
    <>
      {allowed.map(({ key, icon, to }, at) => (
        <Button
          key={key}
          icon={icon}
          type={at === allowed.length - 1 ? 'primary' : 'default'}
          onClick={() => void navigate(to)}
        >
          {t(`options.actions.${key}`)}
        </Button>
      ))}
    </>
  )
}
