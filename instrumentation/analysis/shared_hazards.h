// Races and uninitialised reads in the shared memory of one block after another: which threads touched each cell in
// this interval.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "instrumentation/analysis/finding.h"

namespace tilescope {

// Where in a launch the accesses that are being looked at belong.
struct Here {
  std::size_t block = 0;
  std::uint32_t interval = 0;
  std::uint32_t stamp = 0;  // of this interval of this block; they count up from 1
  std::uint32_t first_stamp_of_block = 0;
};

// A finding that is being put together.
class Gathering {
 public:
  Gathering(Hazard hazard, std::uint8_t array) {
    finding_.hazard = hazard;
    finding_.array = array;
  }
  // `times` more of it, at one cell. Whether these accesses are the first so far; then they have to be set.
  [[nodiscard]] bool add(const Here& here, std::uint32_t cell, std::uint64_t times);
  // The same where cells are not to be told apart.
  [[nodiscard]] bool add(const Here& here, std::uint32_t cell);
  // The other of two accesses is of this block, which was looked at before.
  void meets(std::size_t block) { count_block(block); }
  void counts_no_further() { finding_.at_least = true; }
  void show(std::vector<Access> accesses) { finding_.accesses = std::move(accesses); }
  [[nodiscard]] const Finding& finding() const { return finding_; }

 private:
  bool add_time_and_place(const Here& here, std::uint32_t cell);
  void count_block(std::size_t block);

  Finding finding_;
  std::vector<bool> cells_, intervals_, blocks_;
  std::uint32_t shown_stamp_ = 0;
};

// Accesses come interval after interval; in an interval, thread after thread.
class SharedHazards {
 public:
  void access(const Here& here, std::uint32_t thread, std::uint32_t number, const Event& event);
  // All of them, those of which nothing was found as well, in an order that stays.
  void collect(std::vector<Finding>& findings) const;

  // How often each was found.
  using Times = std::vector<std::uint64_t>;
  [[nodiscard]] Times times() const;
  [[nodiscard]] Times times_since(const Times& before) const;
  // So many blocks did just what one did that these were found in.
  static void count_again(std::vector<Finding>& findings, const Times& in_one, std::uint64_t blocks);

 private:
  // All loads, or all stores, of one line in one array: they have one cause.
  struct Site {
    struct Race {
      const Site* other;
      Gathering* gathering;
    };
    std::uint8_t array = 0;
    bool store = false;
    std::uint32_t line = 0;
    std::vector<Race> races;      // with the sites that touched the same cell, itself included
    Gathering* unread = nullptr;  // of loads: before any store
  };
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  // The threads that touched a cell from one line in this interval.
  struct Touch {
    Site* site;
    std::uint32_t threads = 0;
    std::uint32_t first = 0, first_number = 0;
    std::uint32_t last = 0;
    std::uint32_t next = none;  // of the same cell
  };
  struct Cell {
    std::uint32_t stamp = 0;        // `touches` are of this interval
    std::uint32_t touches = none;   // the first
    std::uint32_t first_store = 0;  // the stamp of the first interval with a store
  };

  Site& site_of(const Event& event, bool store);
  Site& find_site(const Event& event, bool store);
  Cell& cell_of(const Here& here, const Event& event);
  Gathering& gathering(Hazard hazard, std::uint8_t array);
  Gathering& race_of(Site& one, Site& other);
  void read(const Here& here, Site& site, std::uint32_t thread, std::uint32_t number, std::uint32_t index,
            const Cell& cell);
  static void show(Gathering& race, const Here& here, const Touch& touched, const Site& site, const Access& own);

  std::deque<Site> sites_;
  std::deque<Gathering> gatherings_;
  std::vector<Site*> known_sites_;        // by the trace's numbers
  std::vector<std::vector<Cell>> cells_;  // by array
  std::vector<Touch> touches_;            // of the interval that is being looked at
  std::uint32_t stamp_ = 0;               // of that
};

}  // namespace tilescope
