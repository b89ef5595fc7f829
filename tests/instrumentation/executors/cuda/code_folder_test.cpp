// A folder of machine code keeps, finds and leaves out the right files.
#include "instrumentation/executors/cuda/code_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>

namespace tilescope::cuda {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t plenty = 1 << 20;

fs::path fresh_folder(const std::string& name) {
  const fs::path folder = fs::path(TILESCOPE_SCRATCH) / name;
  fs::remove_all(folder);
  return folder;
}

std::vector<char> code(char of, std::size_t size = 100) { return std::vector<char>(size, of); }

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

// As if it had been used so long ago.
void age(const fs::path& folder, const std::string& key, int hours) {
  fs::last_write_time(folder / (key + ".cubin"), fs::file_time_type::clock::now() - std::chrono::hours(hours));
}

std::string key_of(std::initializer_list<std::string_view> parts) {
  return CodeFolder::key_of(std::vector<std::string_view>(parts));
}

TEST(CodeFolder, FindsWhatWasKept) {
  const fs::path path = fresh_folder("keeps") / "deep" / "inside";
  const CodeFolder folder(path, plenty);
  EXPECT_FALSE(folder.find("a"));
  folder.keep("a", code('x'));
  folder.keep("b", {});
  EXPECT_EQ(folder.find("a"), code('x'));
  EXPECT_EQ(folder.find("b"), code('x', 0));
  EXPECT_EQ(CodeFolder(path, plenty).find("a"), code('x'));
  folder.keep("a", code('y', 7));
  EXPECT_EQ(folder.find("a"), code('y', 7));
  EXPECT_EQ(files_in(path), 2U);
}

TEST(CodeFolder, ItsKeysTellWhereAPartEnds) {
  EXPECT_EQ(key_of({"ab", "c"}), key_of({"ab", "c"}));
  EXPECT_EQ(key_of({"ab", "c"}).size(), 32U);
  EXPECT_NE(key_of({"ab", "c"}), key_of({"a", "bc"}));
  EXPECT_NE(key_of({"ab", "c"}), key_of({"abc"}));
  EXPECT_NE(key_of({"abc"}), key_of({"abc", ""}));
}

// Every byte that is another one, every length that is less, and a byte too many.
TEST(CodeFolder, ADamagedFileCountsAsNone) {
  const fs::path path = fresh_folder("damaged"), file = path / "a.cubin";
  const CodeFolder folder(path, plenty);
  folder.keep("a", code('x', 20));
  std::ifstream in(file, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  const auto put = [&](const std::string& bytes) { std::ofstream(file, std::ios::binary) << bytes; };
  for (std::size_t n = 0; n < whole.size(); ++n) {
    std::string other = whole;
    other[n] = static_cast<char>(other[n] ^ 1);
    put(other);
    EXPECT_FALSE(folder.find("a")) << n;
    put(whole.substr(0, n));
    EXPECT_FALSE(folder.find("a")) << n;
  }
  put(whole + "x");
  EXPECT_FALSE(folder.find("a"));
  folder.keep("a", code('z'));
  EXPECT_EQ(folder.find("a"), code('z'));
}

TEST(CodeFolder, WhatWasUsedLongestAgoGoes) {
  const fs::path path = fresh_folder("full");
  const CodeFolder folder(path, 400);  // three of 100 bytes, each with a head
  for (const char* const key : {"a", "b", "c"}) folder.keep(key, code(*key));
  age(path, "a", 3);
  age(path, "b", 2);
  age(path, "c", 1);
  EXPECT_TRUE(folder.find("a"));  // it is used now
  folder.keep("d", code('d'));
  EXPECT_TRUE(folder.find("a"));
  EXPECT_FALSE(folder.find("b"));
  EXPECT_TRUE(folder.find("c"));
  EXPECT_TRUE(folder.find("d"));
  std::ofstream(path / "a stranger's") << std::string(1000, 'x');
  folder.keep("e", code('e'));
  EXPECT_TRUE(fs::exists(path / "a stranger's"));
  EXPECT_TRUE(folder.find("e"));
  folder.keep("f", code('f', 1000));  // more than there may be at all
  EXPECT_EQ(files_in(path), 1U);
}

TEST(CodeFolder, SeveralMayWriteAtOnce) {
  const fs::path path = fresh_folder("several");
  std::atomic<int> wrong = 0, found = 0;
  {
    std::vector<std::jthread> writers;
    for (char writer = 'a'; writer < 'e'; ++writer)
      writers.emplace_back([&, writer] {
        const CodeFolder folder(path, plenty);
        for (int n = 0; n < 100; ++n) {
          folder.keep("shared", code(writer, 1000 + static_cast<std::size_t>(n)));
          const auto got = folder.find("shared");
          found += got ? 1 : 0;
          if (got && std::count(got->begin(), got->end(), got->front()) != static_cast<std::ptrdiff_t>(got->size()))
            ++wrong;
        }
      });
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(found, 400);
  EXPECT_EQ(files_in(path), 1U);
}

TEST(CodeFolder, WhereThereIsNoneNothingIsKept) {
  const CodeFolder none("", plenty);
  none.keep("a", code('x'));
  EXPECT_FALSE(none.find("a"));
  const fs::path path = fresh_folder("a_file");
  fs::create_directories(path.parent_path());
  std::ofstream(path) << "no folder";
  const CodeFolder folder(path, plenty);
  folder.keep("a", code('x'));
  EXPECT_FALSE(folder.find("a"));
}

}  // namespace
}  // namespace tilescope::cuda
