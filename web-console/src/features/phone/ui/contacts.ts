import type { Contact } from '../api'

/** User name, name, number and description: what a contact is looked for by. */
export function contactTitle({ user, device, name, number }: Contact): string {
  const parts = [user?.name, device?.name, name, number, user?.description]
  return [...new Set(parts.filter(Boolean))].join(' · ')
}

/** Contacts that a person may call, whose title has the text. */
export function findContacts(contacts: Contact[], text: string, ownUserId: number | undefined) {
  const wanted = text.trim().toLowerCase()
  return contacts
    .filter(({ user }) => user === null || user.id !== ownUserId)
    .filter((contact) => contactTitle(contact).toLowerCase().includes(wanted))
}
