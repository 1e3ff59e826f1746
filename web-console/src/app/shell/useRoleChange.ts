import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { alerts } from '@/kit/alerts'
import { useProfile } from '@/kit/permissions'

/**
 * When the rights of the person change while they look, the menu follows by itself; the page in
 * view is asked again whether it is still theirs, and they are told.
 */
export function useRoleChange(): void {
  const { t } = useTranslation('shell')
  const { revalidate } = useRevalidator()
  const profile = useProfile()
  const rights = profile && [profile.id, ...(profile.role?.permissions ?? [])].join()
  const known = useRef<{ id: number; rights: string }>(undefined)
  useEffect(() => {
    if (!profile || rights === undefined) return
    const before = known.current
    known.current = { id: profile.id, rights }
    if (before === undefined || before.id !== profile.id || before.rights === rights) return
    alerts.info(t('roleChanged', { role: profile.role?.name ?? '' }), { timeout: 10_000 })
    void revalidate()
  }, [profile, rights, revalidate, t])
}
