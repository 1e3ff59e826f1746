import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useServerMessage } from '@/kit/errors'
import { pathsOf } from '@/kit/resource'
import type { RoleDependency } from './api'
import { holdersOf } from './holders'
import { roles } from './resource'
import styles from './RoleDependencies.module.css'
import type { Refusal } from './useRoleRemoval'

/** Where each setting that gives a role to newcomers is changed. */
const SETTINGS = {
  registration: '/general-settings',
  user_type: '/general-settings',
  identity_provider: '/general-settings?tab=identityProvider',
}
type SettingKind = keyof typeof SETTINGS

interface Props {
  refusals: Refusal[]
  onClose: () => void
}

/** Roles that were left alone, and what keeps each: its users, settings, and roles that may assign it. */
export function RoleDependencies({ refusals, onClose }: Props) {
  const { t } = useTranslation('roles')
  const serverMessage = useServerMessage()
  return (
    <Modal
      open={refusals.length > 0}
      onCancel={onClose}
      footer={null}
      title={t('removal.kept', { count: refusals.length })}
    >
      <ul className={styles.list}>
        {refusals.map(({ id, name, message, dependency }) => (
          <li key={id}>
            <strong>{name}</strong>
            {message && <span>{serverMessage(message)}</span>}
            {dependency && <Keepers dependency={dependency} roleId={id} />}
          </li>
        ))}
      </ul>
    </Modal>
  )
}

function Keepers({ dependency, roleId }: { dependency: RoleDependency; roleId: number }) {
  const { t } = useTranslation('roles')
  const { users, users_count, roles: assigners, settings } = dependency
  const rest = users_count - users.length
  return (
    <>
      {users.length > 0 && (
        <p>
          {t('removal.usedBy')}{' '}
          {users.map(({ id, name }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <Link to={pathsOf({ path: '/users' }).edit(id)}>{name}</Link>
            </span>
          ))}{' '}
          {rest > 0 && <Link to={holdersOf(roleId)}>{t('removal.more', { count: rest })}</Link>}
        </p>
      )}
      {settings.length > 0 && (
        <p>
          {t('removal.givenBy')}{' '}
          {settings.map(({ kind, name }, at) => (
            <span key={`${kind}-${name}`}>
              {at > 0 && ', '}
              <Link to={SETTINGS[kind as SettingKind]}>
                {t(`options.settings.${kind as SettingKind}`, { name })}
              </Link>
            </span>
          ))}
        </p>
      )}
      {assigners.length > 0 && (
        <p>
          {t('removal.assignedBy')}{' '}
          {assigners.map(({ id, name }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <Link to={pathsOf(roles).edit(id)}>{name}</Link>
            </span>
          ))}
        </p>
      )}
    </>
  )
}
