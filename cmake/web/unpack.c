// Unpacks LZMA, which is a fifth smaller than what browsers unpack themselves. Compiled alone, for unpack.js.
// https://www.7-zip.org/sdk.html describes the format.

typedef unsigned char Byte;
typedef unsigned short Chance;  // of a zero, in 2048ths
typedef unsigned int Number;

enum { states = 12, place_states = 16, most_literals = 1 << 4 };

typedef struct {
  Chance is_long, is_longest, low[place_states][8], middle[place_states][8], high[256];
} Lengths;

static struct {
  Chance is_match[states][place_states], is_repeat[states], is_older[states], is_second[states], is_third[states];
  Chance is_more[states][place_states];  // of the last distance than one byte
  Chance slots[4][64], nears[115], lows[16];
  Lengths of_matches, of_repeats;
  Chance literals[most_literals][0x300];
} chances;

// What is read, and how far. A copy of it is used meanwhile, which a compiler can keep in registers.
typedef struct {
  const Byte *at, *end;
  Number range, code;
} Reading;

static struct {
  Reading reading;
  Byte* to;
  Number size, done, state, last[4];
} now;

#define INLINE static inline __attribute__((always_inline))

INLINE Number next_byte(Reading* r) { return r->at < r->end ? *r->at++ : 0; }

INLINE void refill(Reading* r) {
  if (r->range >= 1u << 24) return;
  r->range <<= 8;
  r->code = r->code << 8 | next_byte(r);
}

INLINE Number bit(Reading* r, Chance* chance) {
  const Number bound = (r->range >> 11) * *chance;
  Number is_one = 0;
  if (r->code < bound) {
    r->range = bound;
    *chance = (Chance)(*chance + ((2048 - *chance) >> 5));
  } else {
    r->range -= bound;
    r->code -= bound;
    *chance = (Chance)(*chance - (*chance >> 5));
    is_one = 1;
  }
  refill(r);
  return is_one;
}

INLINE Number bits(Reading* r, Chance* tree, int count) {
  Number node = 1;
  for (int n = 0; n < count; ++n) node = node << 1 | bit(r, tree + node);
  return node - (1u << count);
}

// The lowest bit comes first.
INLINE Number bits_from_below(Reading* r, Chance* tree, int count) {
  Number node = 1, number = 0;
  for (int n = 0; n < count; ++n) {
    const Number one = bit(r, tree + node);
    node = node << 1 | one;
    number |= one << n;
  }
  return number;
}

INLINE Number even_bits(Reading* r, int count) {
  Number number = 0;
  for (int n = 0; n < count; ++n) {
    r->range >>= 1;
    const Number is_one = r->code >= r->range;
    if (is_one) r->code -= r->range;
    number = number << 1 | is_one;
    refill(r);
  }
  return number;
}

INLINE Number length(Reading* r, Lengths* of, Number place) {
  if (!bit(r, &of->is_long)) return bits(r, of->low[place], 3);
  if (!bit(r, &of->is_longest)) return 8 + bits(r, of->middle[place], 3);
  return 16 + bits(r, of->high, 8);
}

INLINE Number distance(Reading* r, Number length) {
  const Number slot = bits(r, chances.slots[length < 3 ? length : 3], 6);
  if (slot < 4) return slot;
  const int count = (int)(slot >> 1) - 1;
  const Number base = (2 | (slot & 1)) << count;
  if (slot < 14) return base + bits_from_below(r, chances.nears + base - slot, count);
  const Number high = even_bits(r, count - 4) << 4;
  return base + high + bits_from_below(r, chances.lows, 4);
}

INLINE Byte literal(Reading* r, Chance* tree, int follows_match, Number match) {
  Number node = 1;
  while (follows_match && node < 0x100) {
    const Number wanted = match >> 7 & 1;
    match <<= 1;
    const Number one = bit(r, tree + ((1 + wanted) << 8) + node);
    node = node << 1 | one;
    if (one != wanted) break;
  }
  while (node < 0x100) node = node << 1 | bit(r, tree + node);
  return (Byte)node;
}

// Which of the last distances comes again, which is the last one then; whether for one byte alone.
INLINE int repeats_one(Reading* r, Number state, Number place, Number* last) {
  if (!bit(r, &chances.is_older[state])) return !bit(r, &chances.is_more[state][place]);
  const int which = !bit(r, &chances.is_second[state]) ? 1 : !bit(r, &chances.is_third[state]) ? 2 : 3;
  const Number chosen = last[which];
  for (int n = which; n > 0; --n) last[n] = last[n - 1];
  last[0] = chosen;
  return 0;
}

// Begins with a stream without a head, packed with lc = 4 and pb = 2, that becomes exactly `size` bytes.
__attribute__((export_name("begin"))) void begin(const Byte* from, Number from_size, Byte* to, Number size) {
  Chance* const all = (Chance*)&chances;
  for (Number n = 0; n < sizeof chances / sizeof *all; ++n) all[n] = 1024;
  now.reading = (Reading){from, from + from_size, 0xFFFFFFFF, 0};
  for (int n = 0; n < 5; ++n) now.reading.code = now.reading.code << 8 | next_byte(&now.reading);
  now.to = to, now.size = size, now.done = now.state = 0;
  for (int n = 0; n < 4; ++n) now.last[n] = 0;
}

// Goes on to the byte `end` or a little further. Whether the stream is one. A browser first runs a function as it is quickly
// compiled, and what is compiled well only from the next call on.
__attribute__((export_name("go_on"))) int go_on(Number end) {
  Reading reading = now.reading, *const r = &reading;
  Byte* const to = now.to;
  Number state = now.state, done = now.done, last[4] = {now.last[0], now.last[1], now.last[2], now.last[3]};
  while (done < end) {
    const Number place = done & 3;
    if (!bit(r, &chances.is_match[state][place])) {
      const Number before = done > 0 ? to[done - 1] : 0;
      const Number match = state >= 7 ? to[done - last[0] - 1] : 0;
      to[done++] = literal(r, chances.literals[before >> 4], state >= 7, match);
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    Number count = 1;
    if (!bit(r, &chances.is_repeat[state])) {
      last[3] = last[2], last[2] = last[1], last[1] = last[0];
      count = length(r, &chances.of_matches, place);
      last[0] = distance(r, count);
      count += 2;
      state = state < 7 ? 7 : 10;
    } else if (repeats_one(r, state, place, last)) {
      state = state < 7 ? 9 : 11;
    } else {
      count = 2 + length(r, &chances.of_repeats, place);
      state = state < 7 ? 8 : 11;
    }
    if (last[0] >= done || count > now.size - done) return 0;
    for (; count > 0; --count, ++done) to[done] = to[done - last[0] - 1];
  }
  now.reading = reading, now.state = state, now.done = done;
  for (int n = 0; n < 4; ++n) now.last[n] = last[n];
  return 1;
}
