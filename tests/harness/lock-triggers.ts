import type { Client } from 'pg'

interface Table {
  name: string
  columns: string[]
  keys: string[]
  parents: { column: string; table: string }[]
}

/** Adds triggers that report rows locked by a change or a reference, as notices `lock|mode|table|key|client|account`. */
export async function reportLocks(client: Client): Promise<void> {
  const { rows } = await client.query<Table>(`
    select t.relname as name,
      (select array_agg(attname::text) from pg_attribute where attrelid = t.oid and attnum > 0) as columns,
      (select array_agg(a.attname::text order by k.place) from pg_constraint c, unnest(c.conkey) with ordinality k(number, place)
        join pg_attribute a on a.attnum = k.number where c.conrelid = t.oid and c.contype = 'p' and a.attrelid = t.oid) as keys,
      coalesce((select json_agg(json_build_object('column', a.attname, 'table', f.relname)) from pg_constraint c
        join pg_class f on f.oid = c.confrelid join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
        where c.conrelid = t.oid and c.contype = 'f'), '[]') as parents
    from pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and t.relname not like 'kysely%'`)
  for (const { name, columns, keys, parents } of rows) {
    const rowOf = (row: string) => {
      const owner = (column: string) => (columns.includes(column) ? `coalesce(${row}.${column}, '')` : `''`)
      const key = `concat_ws(',', ${(keys ?? columns).map((column) => `${row}.${column}`).join(', ')})`
      return `concat_ws('|', ${key}, ${owner('client_uuid')}, ${owner('account_id')})`
    }
    const references = parents.map(({ column, table }) => {
      const isChanged = `(tg_op = 'INSERT' or old.${column} is distinct from new.${column})`
      const notice = `raise notice 'lock|share|${table}|%', new.${column}`
      return `if new.${column} is not null and ${isChanged} then ${notice}; end if;`
    })
    const report = `report_${name}()`
    await client.query(`
      create function ${report} returns trigger language plpgsql as $$ begin
        if tg_op = 'DELETE' then raise notice 'lock|lock|${name}|%', ${rowOf('old')}; return old; end if;
        raise notice 'lock|%|${name}|%', case tg_op when 'INSERT' then 'insert' else 'lock' end, ${rowOf('new')};
        ${references.join('\n')}
        return new;
      end $$;
      create trigger a_report_insert before insert on ${name} for each row execute function ${report};
      create trigger a_report_change after update or delete on ${name} for each row execute function ${report}`)
  }
}
