import { BankOutlined, UserOutlined, VideoCameraOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { devices } from '@/features/devices'
import { groups } from '@/features/groups'
import { users } from '@/features/users'
import { refName } from '@/kit/refName'
import { pathsOf } from '@/kit/resource'
import type { SipNumber } from './api'
import styles from './sip-numbers.module.css'
import { ownerOf } from './schema'

/** Whose the number is: a person, a device, a group's general number, or nobody's. */
export function OwnerName({ number, isLink = false }: { number: SipNumber; isLink?: boolean }) {
  const { t } = useTranslation('sip-numbers')
  const { user, device, domain, is_reserved } = number
  const owners = {
    user: { icon: <UserOutlined />, ref: user, paths: pathsOf(users) },
    device: { icon: <VideoCameraOutlined />, ref: device, paths: pathsOf(devices) },
    group: { icon: <BankOutlined />, ref: domain, paths: pathsOf(groups) },
  }
  const kind = ownerOf(number)
  if (kind === 'nobody') return <>{is_reserved ? t('reserved') : '—'}</>
  const { icon, ref, paths } = owners[kind]
  if (!ref) return <>—</>
  return (
    <span className={styles.owner}>
      <span role="img" aria-label={t(`options.owners.${kind}`)} title={t(`options.owners.${kind}`)}>
        {icon}
      </span>
      {isLink ? <Link to={paths.edit(ref.id)}>{refName(ref)}</Link> : <span>{refName(ref)}</span>}
    </span>
  )
}
