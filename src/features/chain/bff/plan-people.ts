import type { Role } from '../../../contract/access/people.ts';
import type { Chain } from './chain-file.ts';
import type { StoredChain } from './stored-chain.ts';

/**
 * A person who gets a place. A file names people, and a manager of any shop chooses the names
 * there: the operator reads who it is.
 */
export interface Joining {
  readonly name: string;
  readonly today: readonly Post[];
}

/** A place of work; `shop` is for the operator. */
export interface Post {
  readonly shop: string;
  readonly role: Role | 'office';
}

/** A change of a place of work. */
interface OfPlace {
  /** Null for the shop of the settings. */
  readonly slug: string | null;
  /** The shop, for the operator. */
  readonly shopName: string;
}

export type PeopleChange =
  | (OfPlace & Joining & { readonly kind: 'place'; readonly personId: string; readonly role: Role })
  | (OfPlace & { readonly kind: 'remove-place'; readonly personId: string; readonly name: string })
  /** A person who does not exist yet, with all their places, has no PIN. */
  | {
      readonly kind: 'add-person';
      readonly name: string;
      readonly posts: readonly (OfPlace & { readonly role: Role })[];
      readonly isMember: boolean;
    }
  /** `personId` is null for a person who does not exist yet and works in no shop. */
  | (Joining & { readonly kind: 'add-member'; readonly personId: string | null })
  | { readonly kind: 'remove-member'; readonly personId: string; readonly name: string };

type NewPost = OfPlace & { readonly role: Role };

/**
 * Compares the staff of a file with the people at work. Known people are found by name: in the
 * shop, or else the only one of this name in the chain. All others are new.
 * @throws Error with a message for the operator: an ambiguous name, or that of a disabled person
 */
export function staffChanges(chain: Chain, stored: StoredChain): PeopleChange[] {
  const { shops, places } = stored;
  const newcomers = new Map<string, NewPost[]>();
  const changes: PeopleChange[] = [];
  for (const [slug, staff] of staffOf(chain)) {
    const shop = slug === null ? stored.firstShop : shops.find((one) => one.slug === slug)?.shop;
    const shopName = slug ?? firstName(stored);
    const here = places.filter((place) => place.shop === shop);
    const kept = new Set<string>();
    for (const [name, role] of Object.entries(staff)) {
      const personId = findPerson({ slug, name, stored, here });
      if (personId === null) {
        if (stored.disabled.some((one) => one.shop === shop && one.name === name))
          throw new Error(
            `${placeOf(slug)}: ${name} is disabled. Enable them under Staff & devices, or use another name`,
          );
        newcomers.set(name, [...(newcomers.get(name) ?? []), { slug, shopName, role }]);
        continue;
      }
      kept.add(personId);
      if (!here.some((place) => place.personId === personId && place.role === role))
        changes.push({ kind: 'place', slug, shopName, personId, name, role, today: postsOf(personId, stored) });
    }
    for (const { personId, name } of here)
      if (!kept.has(personId)) changes.push({ kind: 'remove-place', slug, shopName, personId, name });
  }
  const office = newMembers(chain, stored);
  const added = [...newcomers].map(([name, posts]): PeopleChange => {
    return {
      kind: 'add-person',
      name,
      posts,
      isMember: office.some((one) => one.personId === null && one.name === name),
    };
  });
  return [...changes, ...added];
}

/** Returns the staff that a file lists, by shop; null for the shop of the settings. */
function staffOf({ firstShop, shops }: Chain): (readonly [string | null, Readonly<Record<string, Role>>])[] {
  const all = [
    [null, firstShop?.staff] as const,
    ...Object.entries(shops).map(([slug, { staff }]) => [slug, staff] as const),
  ];
  return all.flatMap(([slug, staff]) => (staff === undefined ? [] : [[slug, staff] as const]));
}

/** Compares head office with a file. People who are new under `staff` too are left to that. */
export function officeChanges(chain: Chain, stored: StoredChain): PeopleChange[] {
  const names = chain.office;
  if (names === undefined) return [];
  const newcomers = new Set(staffOf(chain).flatMap(([, staff]) => Object.keys(staff)));
  const added = newMembers(chain, stored)
    .filter(({ personId, name }) => personId !== null || !newcomers.has(name))
    .map(({ personId, name }): PeopleChange => {
      return { kind: 'add-member', personId, name, today: postsOf(personId, stored) };
    });
  const removed = stored.office
    .filter(({ isMember, name }) => isMember && !names.includes(name))
    .map(({ personId, name }): PeopleChange => ({ kind: 'remove-member', personId, name }));
  return [...added, ...removed];
}

function newMembers({ office: names = [] }: Chain, { office, places }: StoredChain) {
  const members = office.filter(({ isMember }) => isMember);
  return names
    .filter((name) => !members.some((member) => member.name === name))
    .map((name) => {
      const atWork = idsOf(name, places);
      const [personId = null, ...others] = atWork.length > 0 ? atWork : idsOf(name, office);
      if (others.length > 0) throw new Error(`office: more than one person is named ${name}. Rename one first`);
      return { personId, name };
    });
}

interface Named {
  readonly slug: string | null;
  readonly name: string;
  readonly stored: StoredChain;
  readonly here: StoredChain['places'];
}

/** Returns the id of a person at work or of a member of head office; null for a new person. */
function findPerson({ slug, name, stored: { places, office }, here }: Named): string | null {
  const found = here.find((place) => place.name === name);
  if (found) return found.personId;
  const [id = null, ...others] = idsOf(name, [...places, ...office.filter(({ isMember }) => isMember)]);
  if (others.length > 0) throw new Error(`${placeOf(slug)}: more than one person is named ${name}. Rename one first`);
  return id;
}

const placeOf = (slug: string | null) => `${slug === null ? 'firstShop' : `shops.${slug}`}.staff`;

const idsOf = (name: string, people: readonly { readonly name: string; readonly personId: string }[]) => [
  ...new Set(people.filter((person) => person.name === name).map(({ personId }) => personId)),
];

function postsOf(personId: string | null, stored: StoredChain): Post[] {
  const { shops, places, office } = stored;
  const inShops = places
    .filter((place) => place.personId === personId)
    .map(({ shop, role }) => ({
      shop: shops.find((one) => one.shop === shop)?.slug ?? firstName(stored),
      role,
    }));
  const isMember = office.some((one) => one.personId === personId && one.isMember);
  return isMember ? [...inShops, { shop: HEAD_OFFICE, role: 'office' }] : inShops;
}

const firstName = ({ name }: StoredChain) => name ?? 'the first shop';

/** The place of {@link Post}s that belong to no shop. */
export const HEAD_OFFICE = 'head office';
