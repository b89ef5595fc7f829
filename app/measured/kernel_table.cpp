#include "app/measured/kernel_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace tilescope {

bool is_tie(const Spread& one, const Spread& other) {
  return std::abs(one.middle - other.middle) < std::max(one.width(), other.width());
}

namespace {

// The places of these rows, which are already sorted by time.
std::vector<Ranking> placed(const KernelTable& table, const std::vector<std::size_t>& order) {
  std::vector<Ranking> places;
  for (std::size_t n = 0; n < order.size(); ++n) {
    Ranking place{order[n], static_cast<int>(n) + 1, false};
    // Compares with the first of the tied rows, because a chain of small differences may add up to a large one.
    if (!places.empty()) {
      const Ranking& first = places[static_cast<std::size_t>(places.back().place) - 1];
      if (is_tie(table.rows[first.row].seconds, table.rows[place.row].seconds)) {
        place.place = first.place;
        place.is_tie = true;
        places[static_cast<std::size_t>(first.place) - 1].is_tie = true;
      }
    }
    places.push_back(place);
  }
  return places;
}

std::vector<std::size_t> by_time(const KernelTable& table) {
  std::vector<std::size_t> order(table.rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return table.rows[a].seconds.middle < table.rows[b].seconds.middle;
  });
  return order;
}

}  // namespace

std::vector<Ranking> ranked(const KernelTable& table) { return placed(table, by_time(table)); }

std::vector<Ranking> best_of_each(const KernelTable& table) {
  std::vector<std::size_t> order = by_time(table);
  std::set<std::string> seen;
  std::erase_if(order, [&](std::size_t row) { return !seen.insert(table.rows[row].kernel).second; });
  return placed(table, order);
}

std::vector<const KernelRow*> widths_of(const KernelTable& table, const std::string& kernel) {
  std::vector<const KernelRow*> rows;
  for (const KernelRow& row : table.rows)
    if (row.kernel == kernel) rows.push_back(&row);
  std::sort(rows.begin(), rows.end(), [](const KernelRow* a, const KernelRow* b) { return a->tile < b->tile; });
  return rows;
}

}  // namespace tilescope
